import { createPlayer } from './create-player.ts'
import type { PlayerSource } from './player-source.ts'
import './watch-page.css'

/** Passes keys to the player, so that they work before the viewer has clicked into it. */
const handOnKeys = (controller: Element) => {
  for (const type of ['keydown', 'keyup'] as const)
    document.addEventListener(type, (event) => {
      if (event.target !== document.body) return
      const isTaken = !controller.dispatchEvent(
        new KeyboardEvent(type, { ...keyOf(event), cancelable: true }),
      )
      // The space bar would scroll the page as well.
      if (isTaken || event.key === ' ') event.preventDefault()
    })
}

const keyOf = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
})

const host = document.querySelector<HTMLElement>('#player')
const written = host?.dataset['source']
if (host && written) {
  createPlayer(host, JSON.parse(written) as PlayerSource)
  const controller = host.querySelector('[data-part="controller"]')
  if (controller) handOnKeys(controller)
}
