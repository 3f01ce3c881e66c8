import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { InlineTitleEditor } from '@playhead/ui/fields/inline-title-editor.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { MetaFields } from './meta-fields.tsx'
import { pageOf, Pager } from '../pager.tsx'
import { removeUpload } from '../queue/run-uploads.ts'
import { SourcePreview } from '../preview/source-preview.tsx'
import { SourceThumbnail } from '../preview/source-thumbnail.tsx'
import type { Upload } from '../queue/upload-machine.ts'
import { changeMeta } from '../queue/uploads-store.ts'

/** UPLD-018 */
const pageSize = 10
/** UPLD-023 */
const inlineTitleMax = 511

interface RowProps {
  upload: Upload
  onEdit: () => void
}

const Row = ({ upload, onEdit }: RowProps) => {
  const { title } = upload.mux.meta
  const name = title || 'Untitled'
  return (
    <li className="upload-detail">
      <SourceThumbnail source={upload.source} />
      <span className="min-w-0 grow">
        <InlineTitleEditor
          label={`Title of ${name}`}
          value={title}
          maxLength={inlineTitleMax}
          onSave={(text) => changeMeta(upload.id, { title: text.slice(0, inlineTitleMax) })}
        />
      </span>
      <Button size="sm" kind="ghost" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <IconButton
        size="sm"
        icon={<TrashIcon size={15} />}
        label={`Remove ${name}`}
        onClick={() => removeUpload(upload.id)}
      />
    </li>
  )
}

interface DetailsStepProps {
  uploads: readonly Upload[]
  onEdit: (id: string) => void
}

/** UPLD-017 … UPLD-020 */
export const DetailsStep = ({ uploads, onEdit }: DetailsStepProps) => {
  const [page, setPage] = useState(1)
  const [only, ...others] = uploads
  if (!only) return <p className="text-ink-3">No files are selected. Go back to select some.</p>
  if (others.length === 0)
    return (
      <div className="upload-edit">
        <SourcePreview key={only.id} upload={only} />
        <MetaFields meta={only.mux.meta} onChange={(change) => changeMeta(only.id, change)} />
      </div>
    )
  const { shown, rows } = pageOf(uploads, page, pageSize)
  return (
    <Stack gap={3}>
      <ul className="upload-details" aria-label="Selected uploads">
        {rows.map((upload) => (
          <Row key={upload.id} upload={upload} onEdit={() => onEdit(upload.id)} />
        ))}
      </ul>
      <Pager
        label="Pages of selected uploads"
        page={shown}
        pageSize={pageSize}
        count={uploads.length}
        onChange={setPage}
      />
    </Stack>
  )
}
