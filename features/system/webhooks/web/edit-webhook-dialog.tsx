import { useCall } from '@playhead/web-kit/queries/query.ts'
import { webhooks } from '../contract.ts'
import type { WebhookEntry } from './use-webhook-list.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

interface EditWebhookDialogProps {
  webhook: Pick<WebhookEntry, 'id' | 'address'>
  onClose: () => void
}

/** ACCT-076 */
export const EditWebhookDialog = ({ webhook, onClose }: EditWebhookDialogProps) => {
  const update = useCall(webhooks.update, {
    invalidates: [webhooks.list, webhooks.retrieve],
    quiet: true,
  })
  return (
    <WebhookDialog
      onClose={onClose}
      title="Edit webhook"
      minWidth={520}
      address={webhook.address}
      submit={(address) => update.mutateAsync({ params: { id: webhook.id }, body: { address } })}
      doneToast="Webhook updated"
    />
  )
}
