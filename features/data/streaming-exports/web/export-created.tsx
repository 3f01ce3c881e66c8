import { Button } from '@playhead/ui/buttons/button.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { destinationText } from './export-texts.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

/** Example code that verifies a batch. */
export const checkingCode = `import { createHmac, timingSafeEqual } from 'node:crypto'

// The body as it came, still packed.
const [, time, given] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(request.headers['mux-signature'])
const expected = createHmac('sha256', process.env.EXPORT_SECRET)
  .update(time + '.').update(body).digest()
const isOurs = timingSafeEqual(expected, Buffer.from(given, 'hex'))`

interface ExportCreatedProps {
  created: Pick<ExportEntry, 'http' | 's3'> & { signingSecret: string | null }
  onContinue: () => void
}

export const ExportCreated = ({ created, onContinue }: ExportCreatedProps) => {
  const { signingSecret } = created
  const place = {
    term: 'Destination',
    detail: <span className="wrap-anywhere">{destinationText(created)}</span>,
  }
  return (
    <Stack gap={3}>
      {signingSecret === null ? (
        <>
          <FormMessage tone="info">
            Send a test from the menu of the export to see whether the bucket accepts it.
          </FormMessage>
          <DescriptionList items={[place]} />
        </>
      ) : (
        <>
          <FormMessage tone="warning">
            Copy the signing secret now. It cannot be shown again.
          </FormMessage>
          <DescriptionList
            items={[
              place,
              {
                term: 'Signing secret',
                detail: <CopyControl value={signingSecret} label="Copy the signing secret" />,
              },
            ]}
          />
          <CodeBlock
            label="Check that batches come from here"
            text={checkingCode}
            copyLabel="Copy the code"
          />
        </>
      )}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </Stack>
  )
}
