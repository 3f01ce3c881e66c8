import { useState } from 'react'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { incidentNotificationRules, notificationRuleLimits } from '../../contract.ts'
import { type MuteAction, muteColumns } from './mute-columns.tsx'
import { type Mute, useMutes } from './use-mutes.ts'

const DeleteMuteDialog = lazyDialog('DeleteMuteDialog', () => import('./delete-mute-dialog.tsx'))

const interactions = { onKeyDown: onRowKeys }

const useSetAction = () => {
  const options = { invalidates: [incidentNotificationRules.listRules] }
  const mute = useCall(incidentNotificationRules.mute, options)
  const unmute = useCall(incidentNotificationRules.unmute, options)
  return ({ id }: Mute, action: 'mute' | 'unmute') =>
    (action === 'mute' ? mute : unmute).mutate(
      { params: { id } },
      {
        onSuccess: () =>
          void toasts.show({
            type: 'success',
            title: action === 'mute' ? 'Incidents silenced' : 'Incidents unsilenced',
          }),
      },
    )
}

/** Values whose incidents notify nobody until they are unsilenced. ALRT-040, ALRT-041, ALRT-042 */
export const MutesCard = () => {
  const { mutes, failure } = useMutes()
  const setAction = useSetAction()
  const [deleted, setDeleted] = useState<Mute>()
  const act = (action: MuteAction, mute: Mute) =>
    action === 'delete' ? setDeleted(mute) : setAction(mute, action)
  const isFull = (mutes?.length ?? 0) >= notificationRuleLimits.perEnvironmentMax
  return (
    <Card
      isFlush
      title="Silenced values"
      description={`No notifications are sent about incidents of these values until someone unsilences them.${isFull ? ` An environment can have ${notificationRuleLimits.perEnvironmentMax}: delete one to silence others.` : ''}`}
      isFailing={failure !== undefined}
    >
      <div {...interactions}>
        <DataTable
          label="Silenced values"
          columns={muteColumns(act)}
          rows={mutes}
          rowKey={({ id }) => id}
          skeletonRows={2}
          failure={failure}
          empty={
            <EmptyState title="No silenced values">
              To silence the values of an incident, open it and choose Silence.
            </EmptyState>
          }
        />
      </div>
      {deleted && <DeleteMuteDialog mute={deleted} onClose={() => setDeleted(undefined)} />}
    </Card>
  )
}
