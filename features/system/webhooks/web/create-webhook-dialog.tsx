import { useState } from 'react'
import { Modal } from '@playhead/ui/modal.tsx'
import { useCall } from '@playhead/web-kit/query.ts'
import { webhooks } from '../contract.ts'
import { type CreatedWebhook, SigningSecret } from './signing-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

interface CreateWebhookDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
}

/** Form, then the secret; only Continue leaves the secret, since it is never shown again. */
export const CreateWebhookDialog = ({
  isOpen,
  onClose,
  environmentName,
}: CreateWebhookDialogProps) => {
  const [created, setCreated] = useState<CreatedWebhook>()
  const create = useCall(webhooks.create, { invalidates: [webhooks.list], quiet: true })
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      isDismissable={!created}
      minWidth={560}
      title={created ? 'Your new webhook' : 'Create webhook'}
      description={created ? undefined : `It is told of every event of ${environmentName}.`}
    >
      {created ? (
        <SigningSecret webhook={created} onContinue={close} />
      ) : (
        <WebhookForm
          submitLabel="Create webhook"
          submit={(address) => create.mutateAsync({ body: { address } })}
          onDone={({ data }) => setCreated(data)}
          onCancel={close}
        />
      )}
    </Modal>
  )
}
