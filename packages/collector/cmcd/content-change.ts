import type { ArrivedEvent } from '../player-event.ts'

/** The player switched to the content of this view: event `c` of the standard. */
export const contentChange = 'contentchange'

/**
 * Another content replaced that of this view. Players do not report it: the collector derives it from a change in
 * another view.
 */
export const contentLeft = 'contentleft'

/** A change to the content of a view, with the clock values that date it. */
export type ContentChange = Pick<
  ArrivedEvent,
  'viewSequence' | 'viewerTime' | 'receivedAt' | 'transmittedAt'
>

const mostChanges = 50

export const noteContentChange = (changes: ContentChange[], event: ArrivedEvent): void => {
  if (event.source !== 'cmcd' || event.name !== contentChange) return
  const { viewSequence, viewerTime, receivedAt, transmittedAt } = event
  changes.push({ viewSequence, viewerTime, receivedAt, transmittedAt })
  if (changes.length > mostChanges) changes.shift()
}
