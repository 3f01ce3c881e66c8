import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import { storedBody } from '../../beacon/stored-body.ts'
import type { ArrivedEvent } from '../../player-event.ts'

/** Requests of one viewer share the same context object, so its text is built once. */
const contextTexts = new WeakMap<RequestContext, string>()

const contextText = (context: RequestContext) => {
  let text = contextTexts.get(context)
  if (text === undefined) {
    text = JSON.stringify(JSON.stringify(context))
    contextTexts.set(context, text)
  }
  return text
}

const quoted = (text: string) => JSON.stringify(text.toWellFormed())

/** One row of `events` as a line of JSON. Timestamps are seconds with milliseconds, as the table reads them. */
export const eventLine = (event: ArrivedEvent): string =>
  `{"environment_id":"${event.environmentId}","received_at":${momentText(event.receivedAt)},` +
  `"batch":${event.batch},"source":"${event.source}","view_id":${quoted(event.viewId)},` +
  `"player_instance_id":${quoted(event.playerInstanceId)},"player_sequence":${event.playerSequence},` +
  `"view_sequence":${event.viewSequence},"name":${quoted(event.name)},` +
  `"viewer_time":${event.viewerTime},"transmitted_at":${event.transmittedAt},` +
  `"round_trip_ms":${event.roundTripMs},"body":${JSON.stringify(storedBody(event))},` +
  `"context":${contextText(event.context)}}\n`

const momentText = (milliseconds: number) =>
  `"${Math.floor(milliseconds / 1000)}.${String(milliseconds % 1000).padStart(3, '0')}"`
