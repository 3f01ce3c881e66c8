import { type RenditionResolution, renditionResolutions } from '@playhead/domain/video.ts'
import { staticRenditions as endpoints } from '@playhead/features/video/static-renditions/contract'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { Select } from '@playhead/ui/select.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import type { Asset } from '../asset-facts.ts'
import { invalidatedByFiles } from './renditions-card.tsx'

const words: Partial<Record<RenditionResolution, string>> = {
  highest: 'As large as the source',
  'audio-only': 'Sound alone',
}

interface AddFileDialogProps {
  asset: Asset
  isOpen: boolean
  onClose: () => void
}

const AddFileForm = ({ asset, onClose }: Omit<AddFileDialogProps, 'isOpen'>) => {
  const create = useCall(endpoints.create, { invalidates: invalidatedByFiles, quiet: true })
  const isThere = (resolution: RenditionResolution) =>
    asset.staticRenditions?.files.some((file) => file.resolution === resolution) ?? false
  const options = renditionResolutions.map((resolution) => ({
    value: resolution,
    label: words[resolution] ?? resolution,
    isDisabled: isThere(resolution),
  }))
  const form = useForm({
    initial: { resolution: options.find(({ isDisabled }) => !isDisabled)?.value ?? 'highest' },
    submit: (body) => create.mutateAsync({ params: { id: asset.id }, body }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'The file is being made' })
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        <Select
          {...form.field('resolution')}
          label="Size"
          description="Sizes above the source are skipped."
          options={options}
        />
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Add file
          </Button>
        </div>
      </Stack>
    </form>
  )
}

export const AddFileDialog = ({ isOpen, ...props }: AddFileDialogProps) => (
  <Modal isOpen={isOpen} onClose={props.onClose} title="Add a file">
    <AddFileForm {...props} />
  </Modal>
)
