import { useQuery } from '@tanstack/react-query'
import { formatFullDate } from '@playhead/domain/format.ts'
import { ActivityItem, ObjectLink } from '@playhead/features/activity/events/web'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { logs } from '../contract.ts'
import { asCurl, asMuxNode } from './call-as-code.ts'
import { callerName } from './caller-name.ts'
import { CausedEvents } from './caused-events.tsx'
import { retryHint } from './retry-hint.ts'
import { StatusBadge } from './status-badge.tsx'

type Log = CallResponse<typeof logs.retrieve>['data']

/** Indented, unless it was cut. */
const readable = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const Body = ({ label, text }: { label: string; text: string }) => (
  <>
    <CodeBlock label={label} text={readable(text)} isWhole />
    {text.endsWith('…') && <p className="text-sm text-ink-3">Cut after 8 kB.</p>}
  </>
)

const Bodies = ({ data: { requestBody, responseBody, error } }: Log) => {
  const hint = retryHint(error?.['type'])
  const answer = error ? JSON.stringify({ error }) : responseBody
  return (
    <>
      <Card title="Request">
        {requestBody === null ? (
          <p className="text-sm text-ink-3">
            Not kept: the call had no body, bodies are switched off in this environment, or the call
            was refused before its body was read.
          </p>
        ) : (
          <Body label="Request body" text={requestBody} />
        )}
      </Card>
      <Card title="Answer">
        <Stack gap={3}>
          {hint && <p className="text-sm">{hint}</p>}
          {answer === null ? (
            <p className="text-sm text-ink-3">It had no body, or bodies are not kept.</p>
          ) : (
            <Body label="Answer body" text={answer} />
          )}
        </Stack>
      </Card>
    </>
  )
}

const Found = ({ log }: { log: Log }) => {
  const { data } = log
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Stack gap={3}>
        <Bodies {...log} />
        <Card
          title="The same call again"
          description="Secrets are not stored: ••• replaces them and everything after ? in an address."
        >
          <Stack gap={3}>
            <CodeBlock label="curl" text={asCurl(data, globalThis.location.origin)} isWhole />
            <CodeBlock label="@mux/mux-node" text={asMuxNode(data)} isWhole />
          </Stack>
        </Card>
      </Stack>
      <Stack gap={3}>
        <Card title="About">
          <DescriptionList
            items={[
              { term: 'Caller', detail: callerName(data.caller) },
              ...(log.object
                ? [{ term: 'Object', detail: <ObjectLink object={log.object} /> }]
                : []),
              { term: 'When', detail: formatFullDate(log.createdAt) },
              { term: 'Took', detail: `${data.durationMs} ms` },
              { term: 'Environment', detail: log.environment.name },
              ...(data.network ? [{ term: 'Network', detail: data.network }] : []),
              ...(data.userAgent
                ? [
                    {
                      term: 'Client',
                      detail: <span className="break-words">{data.userAgent}</span>,
                    },
                  ]
                : []),
              {
                term: 'Request ID',
                detail: <CopyControl value={data.requestId} label="Copy the request id" />,
              },
            ]}
          />
        </Card>
        <CausedEvents requestId={data.requestId} />
      </Stack>
    </div>
  )
}

const statusOf = ({ data }: Log) => <StatusBadge status={data.status} />

/** ACTV-002 */
export const Screen = () => {
  const id = useParam('logId') ?? ''
  const found = useQuery(query(logs.retrieve, { params: { id } }, { quiet: true }))
  return (
    <ActivityItem
      name="Call"
      list={{
        address: 'activity/logs',
        label: 'Go to the logs',
        kept: 'Calls are kept for 30 days.',
      }}
      found={found}
      meta={statusOf}
    >
      {(log) => <Found log={log} />}
    </ActivityItem>
  )
}
