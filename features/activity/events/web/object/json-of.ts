import { type CamelOutput, toSnake } from '@playhead/contract-kit/case-seam.ts'
import { Event, RequestLog } from '../../contract.ts'

export type Shown = CamelOutput<typeof Event> | CamelOutput<typeof RequestLog>

const isLog = (value: Shown): value is CamelOutput<typeof RequestLog> =>
  'requestId' in value.data && 'caller' in value.data

/** As the API shows it. */
export const jsonOf = (value: Shown) =>
  JSON.stringify(isLog(value) ? toSnake(RequestLog, value) : toSnake(Event, value), null, 2)
