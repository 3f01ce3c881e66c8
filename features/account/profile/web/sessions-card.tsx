import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessions } from '@playhead/features/account/sign-in/contract'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { type SignedInSession, SessionRow } from './session-row.tsx'

const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

const SessionList = ({ rows }: { rows: readonly SignedInSession[] }) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const endOthers = useCall(sessions.endOthers, { invalidates: [sessions.list], quiet: true })
  return (
    <Stack gap={3}>
      <ul className="flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <SessionRow key={row.id} session={row} />
        ))}
      </ul>
      {rows.length > 1 && (
        <div>
          <Button onClick={() => setIsConfirming(true)}>End all others</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => endOthers.mutateAsync()}
        doneToast="All other sessions ended"
        title="End all other sessions?"
        confirmLabel="End all others"
      >
        Every other browser and device is signed out at once; this one stays. Access tokens keep
        working.
      </ConfirmDialog>
    </Stack>
  )
}

export const SessionsCard = () => {
  const list = useQuery(query(sessions.list, {}, { quiet: true }))
  return (
    <Card
      title="Where you are signed in"
      description="End what you do not know, then change your password."
      isFailing={list.isLoadingError}
    >
      {list.isPending && (
        <Loading label="Loading your sessions">
          <SkeletonLines count={3} />
        </Loading>
      )}
      {list.isLoadingError && (
        <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.data && <SessionList rows={list.data.data} />}
    </Card>
  )
}
