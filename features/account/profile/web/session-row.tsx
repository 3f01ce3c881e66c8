import { sessions } from '@playhead/features/account/sign-in/contract'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'

export type SignedInSession = CallResponse<typeof sessions.list>['data'][number]

const deviceOf = ({ browser, operatingSystem }: SignedInSession) => {
  if (browser && operatingSystem) return `${browser} on ${operatingSystem}`
  return browser ?? operatingSystem ?? 'Unknown browser'
}

export const SessionRow = ({ session }: { session: SignedInSession }) => {
  const end = useCall(sessions.end, { invalidates: [sessions.list] })
  const device = deviceOf(session)
  return (
    <li className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span>{device}</span>
          {session.current && <Badge tone="good">This one</Badge>}
        </p>
        <p className="text-sm text-ink-3">
          {session.current ? (
            'In use now'
          ) : (
            <>
              Used <Time at={session.lastUsedAt} />
            </>
          )}
          {session.network && (
            <>
              {' from '}
              <span className="font-mono whitespace-nowrap">{session.network}</span>
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          kind="ghost"
          size="sm"
          aria-label={`End ${device}`}
          isLoading={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          End
        </Button>
      )}
    </li>
  )
}
