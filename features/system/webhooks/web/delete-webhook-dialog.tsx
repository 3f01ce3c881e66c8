import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { webhooks } from '../contract.ts'
import type { WebhookEntry } from './use-webhook-list.ts'

interface DeleteWebhookDialogProps {
  webhook: Pick<WebhookEntry, 'id' | 'address'>
  onClose: () => void
}

/** ACCT-075 */
export const DeleteWebhookDialog = ({ webhook, onClose }: DeleteWebhookDialogProps) => {
  const remove = useCall(webhooks.remove, { invalidates: [webhooks.list], quiet: true })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: webhook.id } })}
      doneToast="Webhook deleted"
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
    >
      <p className="break-all">{webhook.address}</p>
      <p className="mt-2">
        No more events are sent there. Its delivery history is deleted too, and its signing secret
        is never used again.
      </p>
    </ConfirmDialog>
  )
}
