import { Stack } from '@playhead/ui/layout/layout.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { CloseIcon } from '@playhead/ui/icons/icons.ts'
import { AddressField } from './address-field.tsx'
import { DropZone } from './drop-zone.tsx'
import { removeUpload } from '../queue/run-uploads.ts'
import type { Upload, UploadSource } from '../queue/upload-machine.ts'

interface SelectStepProps {
  chosen: readonly Upload[]
  demoUrl: string
  onAdd: (sources: UploadSource[]) => void
}

const nameOf = ({ source }: Upload) => (source.kind === 'file' ? source.file.name : source.url)
const shownMax = 5

export const SelectStep = ({ chosen, demoUrl, onAdd }: SelectStepProps) => {
  const addresses = chosen.flatMap(({ source }) => (source.kind === 'url' ? [source.url] : []))
  const rest = chosen.length - shownMax
  return (
    <Stack gap={4}>
      <DropZone onFiles={(files) => onAdd(files.map((file) => ({ kind: 'file', file })))} />
      <div className="upload-or">or</div>
      <AddressField
        chosen={addresses}
        demoUrl={demoUrl}
        onSelect={(urls) => onAdd(urls.map((url) => ({ kind: 'url', url })))}
      />
      <div>
        <output className="ph-label">{chosen.length > 0 && `${chosen.length} selected`}</output>
        {chosen.length > 0 && (
          <ul className="upload-chosen">
            {chosen.slice(0, shownMax).map((upload) => (
              <li key={upload.id}>
                <span className="min-w-0 truncate">{nameOf(upload)}</span>
                <IconButton
                  size="sm"
                  icon={<CloseIcon size={14} />}
                  label={`Remove ${nameOf(upload)}`}
                  onClick={() => removeUpload(upload.id)}
                />
              </li>
            ))}
            {rest > 0 && <li className="text-ink-3">and {rest} more</li>}
          </ul>
        )}
      </div>
    </Stack>
  )
}
