/** A short soft tone. */
export function chime(): void {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.frequency.value = 523
  loudness.gain.setValueAtTime(0.08, audio.currentTime)
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25)
  tone.connect(loudness).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + 0.25)
  tone.onended = () => void audio.close()
}
