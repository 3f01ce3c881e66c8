import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import { changesStream } from '../detail/use-stream-call.ts'

interface AddTargetDialogProps {
  streamId: string
  isOpen: boolean
  onClose: () => void
}

const initial = { url: '', streamKey: '', passthrough: '' }

const validate = ({ url }: typeof initial) => ({
  url: /^rtmps?:\/\/[^\s/]+\/\S+/.test(url.trim())
    ? undefined
    : 'The address begins with rtmp:// or rtmps:// and names a host and an application.',
})

export const AddTargetDialog = ({ streamId, isOpen, onClose }: AddTargetDialogProps) => {
  const create = useCall(liveStreams.createSimulcastTarget, {
    invalidates: changesStream,
    quiet: true,
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a simulcast target"
      submitLabel="Add target"
      doneToast="Target added"
      initial={initial}
      validate={validate}
      submit={({ url, streamKey, passthrough }) =>
        create.mutateAsync({
          params: { id: streamId },
          body: {
            url: url.trim(),
            ...(streamKey && { streamKey: streamKey.trim() }),
            ...(passthrough && { passthrough }),
          },
        })
      }
    >
      {(form) => (
        <Stack gap={3}>
          <TextField
            {...form.field('url')}
            label="Server URL"
            description="What the other service calls its server or ingest address."
            placeholder="rtmps://live.example.com/app"
            autoComplete="off"
            isMono
          />
          <TextField
            {...form.field('streamKey')}
            label="Stream key"
            autoComplete="off"
            inputProps={{ spellCheck: false }}
            isMono
          />
          <TextField
            {...form.field('passthrough')}
            label="Name"
            description="Kept as passthrough; shown instead of the address."
            autoComplete="off"
          />
        </Stack>
      )}
    </FormDialog>
  )
}
