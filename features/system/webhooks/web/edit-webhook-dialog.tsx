import { Modal } from '@playhead/ui/modal.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { webhooks } from '../contract.ts'
import type { WebhookEntry } from './use-webhook-list.ts'
import { WebhookForm } from './webhook-form.tsx'

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
    <Modal isOpen onClose={onClose} title="Edit webhook" minWidth={520}>
      <WebhookForm
        address={webhook.address}
        submitLabel="Save"
        submit={(address) => update.mutateAsync({ params: { id: webhook.id }, body: { address } })}
        onDone={() => {
          toasts.show({ type: 'success', title: 'Webhook updated' })
          onClose()
        }}
        onCancel={onClose}
      />
    </Modal>
  )
}
