import { useCall } from '@playhead/web-kit/queries/query.ts'
import { webhooks } from '../contract.ts'
import { SigningSecret } from './signing-secret.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

interface CreateWebhookDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
}

/** Shows the form, then the secret; only Continue closes the secret, because it is never shown again. */
export const CreateWebhookDialog = ({ environmentName, ...props }: CreateWebhookDialogProps) => {
  const create = useCall(webhooks.create, { invalidates: [webhooks.list], quiet: true })
  return (
    <WebhookDialog
      {...props}
      title="Create webhook"
      description={`It receives every event of ${environmentName}.`}
      minWidth={560}
      submit={(address) => create.mutateAsync({ body: { address } })}
      submitLabel="Create webhook"
      reveal={{
        title: 'Your new webhook',
        children: ({ data }, close) => <SigningSecret webhook={data} onContinue={close} />,
      }}
    />
  )
}
