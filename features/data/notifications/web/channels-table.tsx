import { useState } from 'react'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { notificationChannels } from '../contract.ts'
import { type ChannelAction, channelColumns } from './channel-columns.tsx'
import type { MadeSecret } from './channel-secret-dialog.tsx'
import type { ChannelEntry, useChannels } from './use-channels.ts'

const EditChannelDialog = lazyDialog('EditChannelDialog', () => import('./edit-channel-dialog.tsx'))
const DeleteChannelDialog = lazyDialog(
  'DeleteChannelDialog',
  () => import('./delete-channel-dialog.tsx'),
)

const RotateSecretDialog = lazyDialog(
  'RotateSecretDialog',
  () => import('./rotate-secret-dialog.tsx'),
)

/** Actions without a dialog. */
const useDirectActions = () => {
  const update = useCall(notificationChannels.update, { invalidates: [notificationChannels.list] })
  const test = useCall(notificationChannels.sendTest, {
    invalidates: [notificationChannels.list],
    // The limit on tests lasts for minutes, and the server says how long: not the few seconds of other limits.
    handleError: ({ status, messages }) => {
      if (status !== 429) return false
      toasts.show({
        type: 'warning',
        title: 'The test was not sent',
        description: messages.join(' '),
      })
      return true
    },
  })
  const setEnabled = ({ id }: ChannelEntry, enabled: boolean) =>
    update.mutate(
      { params: { id }, body: { notificationChannel: { enabled } } },
      {
        onSuccess: () =>
          toasts.show({
            type: 'success',
            title: enabled
              ? 'Notification channel switched on'
              : 'Notification channel switched off',
          }),
      },
    )
  const sendTest = ({ id }: ChannelEntry) => {
    const toast = toasts.show({ type: 'info', title: 'Sending a test…' })
    test.mutate(
      { params: { id } },
      {
        onSuccess: ({ data: { delivered, answer, error } }) =>
          toasts.show({
            id: toast,
            ...(delivered
              ? { type: 'success', title: 'The test was accepted', description: answer ?? '' }
              : { type: 'error', title: 'The test was refused', description: error ?? '' }),
          }),
        onError: () => toasts.dismiss(toast),
      },
    )
  }
  return { setEnabled, sendTest }
}

interface ChannelsTableProps {
  list: ReturnType<typeof useChannels>
  environmentName: string
  onSecret: (made: MadeSecret, title: string) => void
}

export const ChannelsTable = ({ list, environmentName, onSecret }: ChannelsTableProps) => {
  const isAdmin = useIsAdmin()
  const { setEnabled, sendTest } = useDirectActions()
  const [open, setOpen] = useState<{ action: ChannelAction; channel: ChannelEntry }>()
  const act = (action: ChannelAction, channel: ChannelEntry) => {
    if (action === 'test') sendTest(channel)
    else if (action === 'on' || action === 'off') setEnabled(channel, action === 'on')
    else setOpen({ action, channel })
  }
  const dialog = open && { channel: open.channel, onClose: () => setOpen(undefined) }
  return (
    <>
      <DataTable
        label="Notification channels"
        columns={channelColumns(isAdmin ? act : undefined)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No notification channels yet">
            Add one to get incidents of {environmentName} by mail, chat, pager or webhook.
          </EmptyState>
        }
      />
      {dialog && open.action === 'edit' && (
        <EditChannelDialog {...dialog} onSecret={(made) => onSecret(made, 'Your new webhook')} />
      )}
      {dialog && open.action === 'secret' && (
        <RotateSecretDialog
          {...dialog}
          onSecret={(made) => onSecret(made, 'Your new signing secret')}
        />
      )}
      {dialog && open.action === 'delete' && <DeleteChannelDialog {...dialog} />}
    </>
  )
}
