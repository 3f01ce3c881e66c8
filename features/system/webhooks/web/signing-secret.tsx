import { Button } from '@playhead/ui/buttons/button.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'

interface CreatedWebhook {
  id: string
  address: string
  signingSecret: string
}

/** Example code that verifies deliveries with the SDK for Node. */
export const checkingCode = `import Mux from '@mux/mux-node'

const mux = new Mux({ webhookSecret: process.env.MUX_WEBHOOK_SECRET })
// The body as it came, before anything parses it.
const event = await mux.webhooks.unwrap(body, request.headers)`

interface SigningSecretProps {
  webhook: CreatedWebhook
  onContinue: () => void
}

export const SigningSecret = ({ webhook, onContinue }: SigningSecretProps) => (
  <Stack gap={3}>
    <FormMessage tone="warning">Copy the signing secret now. It cannot be shown again.</FormMessage>
    <DescriptionList
      items={[
        { term: 'URL', detail: <span className="break-all">{webhook.address}</span> },
        {
          term: 'Signing secret',
          detail: <CopyControl value={webhook.signingSecret} label="Copy the signing secret" />,
        },
      ]}
    />
    <CodeBlock
      label="Check that events come from here"
      text={checkingCode}
      copyLabel="Copy the code"
    />
    <div className="flex justify-end">
      <Button kind="primary" onClick={onContinue}>
        Continue
      </Button>
    </div>
  </Stack>
)
