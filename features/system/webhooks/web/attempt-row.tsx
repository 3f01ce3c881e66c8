import { formatFullDate } from '@playhead/domain/format.ts'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { webhooks } from '../contract.ts'
import { resultText, tookText } from './delivery-texts.ts'

type Attempt = CallResponse<typeof webhooks.retrieveDelivery>['data']['attempts'][number]

const headersText = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** One attempt to deliver an event, with the response. */
export const AttemptRow = ({ attempt }: { attempt: Attempt }) => {
  const headers = headersText(attempt.responseHeaders)
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span>
          <span className="text-ink-3">#{attempt.number}</span> {resultText(attempt)}
        </span>
        <span className="whitespace-nowrap text-ink-3 tabular-nums">
          {formatFullDate(attempt.createdAt)}, {tookText(attempt.durationMs)}
        </span>
      </p>
      {headers && <CodeBlock label="Response headers" text={headers} />}
      {attempt.responseBody && <CodeBlock label="Response body" text={attempt.responseBody} />}
    </li>
  )
}
