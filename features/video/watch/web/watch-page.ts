import { loadPlayer, type PlayerSource } from '@playhead/features/video/playback/web'
import './watch-page.css'

const host = document.querySelector<HTMLElement>('#player')
const written = host?.dataset['source']
if (host && written) {
  const source = JSON.parse(written) as PlayerSource
  const { createPlayer } = await loadPlayer()
  createPlayer(host, source)
}
