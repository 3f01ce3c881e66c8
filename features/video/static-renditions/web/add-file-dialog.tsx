import { type RenditionResolution, renditionResolutions } from '@playhead/domain/video.ts'
import type { Asset } from '@playhead/features/video/assets/web'
import { Select } from '@playhead/ui/choices/select.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { staticRenditions as endpoints } from '../contract.ts'
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

export const AddFileDialog = ({ asset, ...props }: AddFileDialogProps) => {
  const create = useCall(endpoints.create, { invalidates: invalidatedByFiles, quiet: true })
  const isThere = (resolution: RenditionResolution) =>
    asset.staticRenditions?.files.some((file) => file.resolution === resolution) ?? false
  const options = renditionResolutions.map((resolution) => ({
    value: resolution,
    label: words[resolution] ?? resolution,
    isDisabled: isThere(resolution),
  }))
  return (
    <FormDialog
      {...props}
      title="Add a file"
      initial={{ resolution: options.find(({ isDisabled }) => !isDisabled)?.value ?? 'highest' }}
      submit={(body) => create.mutateAsync({ params: { id: asset.id }, body })}
      submitLabel="Add file"
      doneToast="The file is being made"
    >
      {(form) => (
        <Select
          {...form.field('resolution')}
          label="Size"
          description="Sizes above the source are skipped."
          options={options}
        />
      )}
    </FormDialog>
  )
}
