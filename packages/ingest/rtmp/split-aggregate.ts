import { IngestError } from '../ingest-error.ts'
import type { RtmpMessage } from './message-types.ts'

const headBytes = 11
const tailBytes = 4

/** The FLV tags of an aggregate message as messages; the first has the time of the aggregate. */
export const splitAggregate = function* ({
  payload,
  streamId,
  timestamp,
}: RtmpMessage): Generator<RtmpMessage> {
  let at = 0
  let first: number | undefined
  while (at + headBytes <= payload.length) {
    const length = payload.readUIntBE(at + 1, 3)
    const time = payload.readUIntBE(at + 4, 3) + payload[at + 7]! * 2 ** 24
    first ??= time
    const start = at + headBytes
    if (start + length > payload.length) throw new IngestError('An aggregate message is cut off.')
    yield {
      type: payload[at]!,
      streamId,
      timestamp: (timestamp + time - first) >>> 0,
      payload: payload.subarray(start, start + length),
    }
    at = start + length + tailBytes
  }
}
