import { Button } from '@playhead/ui/buttons/button.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { saveFile } from '@playhead/web-kit/calls/download.ts'

interface CreatedKey {
  id: string
  /** Base64 of the whole PEM. */
  privateKey: string
}

/** The environment variables that the SDK for Node reads. */
const keyVariables = ({ id, privateKey }: CreatedKey) =>
  `MUX_SIGNING_KEY=${id}\nMUX_PRIVATE_KEY=${privateKey}`

/** Example code that signs with the key on a server. */
const signingCode = `import Mux from '@mux/mux-node'

const mux = new Mux({ baseURL: '${globalThis.location?.origin ?? ''}' })
const token = await mux.jwt.signPlaybackId(playbackId, {
  type: 'video',
  expiration: '1h',
})
// ${globalThis.location?.origin ?? ''}/PLAYBACK_ID.m3u8?token=TOKEN`

interface PrivateKeyProps {
  created: CreatedKey
  onContinue: () => void
}

export const PrivateKey = ({ created, onContinue }: PrivateKeyProps) => {
  const pem = atob(created.privateKey)
  const save = () =>
    saveFile(new Blob([pem], { type: 'application/x-pem-file' }), `${created.id}.pem`)
  return (
    <Stack gap={3}>
      <FormMessage tone="warning">
        Copy or save the private key now. It cannot be shown again.
      </FormMessage>
      <DescriptionList
        items={[
          { term: 'Key ID', detail: <CopyControl value={created.id} label="Copy the key id" /> },
          {
            term: 'Private key',
            detail: (
              <span className="flex flex-wrap items-center gap-2">
                <CopyControl value={created.privateKey} label="Copy the private key in base64">
                  Copy as base64
                </CopyControl>
                <Button size="sm" icon={<DownloadIcon size={14} />} onClick={save}>
                  Download .pem
                </Button>
              </span>
            ),
          },
        ]}
      />
      <CodeBlock
        label="Environment variables"
        text={keyVariables(created)}
        copyLabel="Copy the environment variables"
      />
      <CodeBlock label="How to sign" text={signingCode} copyLabel="Copy the code" />
      <div className="flex justify-end">
        <Button kind="primary" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </Stack>
  )
}
