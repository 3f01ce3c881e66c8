import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { webhooks } from '../contract.ts'
import type { WebhookEntry } from './use-webhook-list.ts'

interface DeleteWebhookDialogProps {
  webhook: Pick<WebhookEntry, 'id' | 'address'>
  onClose: () => void
}

/** ACCT-075 */
export const DeleteWebhookDialog = ({ webhook, onClose }: DeleteWebhookDialogProps) => {
  const remove = useCall(webhooks.remove, { invalidates: [webhooks.list], quiet: true })
  const confirm = async () => {
    await remove.mutateAsync({ params: { id: webhook.id } })
    toasts.show({ type: 'success', title: 'Webhook deleted' })
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
    >
      <p className="break-all">{webhook.address}</p>
      <p className="mt-2">
        No more events are sent there. What is known of its deliveries is deleted too, and its
        signing secret is never used again.
      </p>
    </ConfirmDialog>
  )
}
