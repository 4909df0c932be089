import { mount } from 'svelte'
import App from './App.svelte'
import './base.css'
import { voice } from './i18n.svelte'
import { keepPreferences, preferences } from './preferences.svelte'
import { router } from './router.svelte'
import { renewStale } from './stale'

keepPreferences()
renewStale()
router.read()
window.addEventListener('popstate', router.read)
document.addEventListener('click', router.click)

const target = document.getElementById('app')
void voice.speak(preferences.language).then(() => {
  if (target) mount(App, { target })
})
