import { mergeConfig } from 'vite'
import base from '../vite.config'
const m = mergeConfig(base as any, { root: '/work/main/web' })
m.server.proxy = { '/api': { target: 'http://127.0.0.1:8731', ws: true } }
export default m
