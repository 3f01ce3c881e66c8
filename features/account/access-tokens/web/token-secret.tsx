import { Button } from '@playhead/ui/buttons/button.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'

interface CreatedToken {
  id: string
  name: string
  privateKey: string
}

/** The environment variables that the SDK for Node reads. */
const environmentVariables = ({ id, privateKey }: CreatedToken, baseUrl: string) =>
  [`MUX_TOKEN_ID=${id}`, `MUX_TOKEN_SECRET=${privateKey}`, `MUX_BASE_URL=${baseUrl}`].join('\n')

interface TokenSecretProps {
  token: CreatedToken
  onContinue: () => void
}

export const TokenSecret = ({ token, onContinue }: TokenSecretProps) => {
  const variables = environmentVariables(token, location.origin)
  return (
    <Stack gap={3}>
      <FormMessage tone="warning">
        Copy the secret key now. It is stored only as a hash and cannot be shown again.
      </FormMessage>
      <DescriptionList
        items={[
          { term: 'Name', detail: token.name },
          { term: 'Token ID', detail: <CopyControl value={token.id} label="Copy the token id" /> },
          {
            term: 'Secret key',
            detail: <CopyControl value={token.privateKey} label="Copy the secret key" />,
          },
        ]}
      />
      <div className="rounded-md border border-line bg-sunk p-3">
        <div className="mb-2 flex items-center justify-between gap-2 text-sm text-ink-3">
          Environment variables
          <CopyControl value={variables}>Copy all</CopyControl>
        </div>
        <pre className="font-mono text-xs break-all whitespace-pre-wrap">{variables}</pre>
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onContinue} autoFocus>
          Continue
        </Button>
      </div>
    </Stack>
  )
}
