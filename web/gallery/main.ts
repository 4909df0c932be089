import { mount } from 'svelte'
import '../src/base.css'
import Gallery from './Gallery.svelte'
const q = new URLSearchParams(location.search)
document.documentElement.dataset.theme = q.get('theme') ?? 'light'
mount(Gallery, { target: document.getElementById('app')!, props: { q } })
