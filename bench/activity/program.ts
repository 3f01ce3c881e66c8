// The program from its sources, whose log of calls the parent process turns on and off. Its callers are not limited.
import { RateLimiter } from '@playhead/server-kit/http/rate-limit.ts'
import { LoggedCall } from '@playhead/server-kit/request-log/logged-call.ts'

type Ended = (this: LoggedCall, ...given: Parameters<LoggedCall['ended']>) => void

const ended = Object.getOwnPropertyDescriptor(LoggedCall.prototype, 'ended')!.value as Ended
let isLogging = true

LoggedCall.prototype.ended = function (outcome) {
  if (isLogging) ended.call(this, outcome)
}
RateLimiter.prototype.take = () => Number.MAX_SAFE_INTEGER

process.on('message', (word) => {
  isLogging = word === 'log'
  process.send!({})
})

await import('../../apps/server/main.ts')
