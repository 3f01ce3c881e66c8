import { createPlayer } from './create-player.ts'
import type { PlayerSource } from './player-source.ts'
import './watch-page.css'

const host = document.querySelector<HTMLElement>('#player')
const written = host?.dataset['source']
if (host && written) createPlayer(host, JSON.parse(written) as PlayerSource)
