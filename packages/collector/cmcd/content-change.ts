import type { ArrivedEvent } from '../player-event.ts'

/** The player went over to the content of this view: the standard's event `c`. */
export const contentChange = 'contentchange'

/** Another content took the place of that of this view. No player says so: the collector does, where a change says it of another view. */
export const contentLeft = 'contentleft'

/** A change to the content of a view, with what tells its time. */
export type ContentChange = Pick<
  ArrivedEvent,
  'viewSequence' | 'viewerTime' | 'receivedAt' | 'transmittedAt'
>

const mostChanges = 50

export function noteContentChange(changes: ContentChange[], event: ArrivedEvent): void {
  if (event.source !== 'cmcd' || event.name !== contentChange) return
  const { viewSequence, viewerTime, receivedAt, transmittedAt } = event
  changes.push({ viewSequence, viewerTime, receivedAt, transmittedAt })
  if (changes.length > mostChanges) changes.shift()
}
