import { formatFullDate } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { PencilIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import type { NotedMoment } from './use-annotations.ts'

interface AnnotationListDialogProps {
  isOpen: boolean
  onClose: () => void
  annotations: readonly NotedMoment[]
  onEdit: (annotation: NotedMoment) => void
  onRemove: (annotation: NotedMoment) => void
}

/** All notes at one place of a chart. METR-021 */
export const AnnotationListDialog = (props: AnnotationListDialogProps) => (
  <Modal
    isOpen={props.isOpen}
    onClose={props.onClose}
    title={
      props.annotations.length === 1 ? 'Annotation' : `${props.annotations.length} annotations`
    }
    minWidth={460}
    maxWidth={460}
    footer={<Button onClick={props.onClose}>Close</Button>}
  >
    <ul className="flex flex-col gap-3">
      {props.annotations.map((annotation) => (
        <li key={annotation.id} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <p className="break-words">{annotation.note}</p>
            <p className="text-sm text-ink-3">
              {formatFullDate(annotation.time)}
              {annotation.subPropertyId && ` · ${annotation.subPropertyId}`}
            </p>
          </div>
          <IconButton
            size="sm"
            icon={<PencilIcon />}
            label={`Edit ${annotation.note}`}
            onClick={() => props.onEdit(annotation)}
          />
          <IconButton
            size="sm"
            icon={<TrashIcon />}
            label={`Delete ${annotation.note}`}
            onClick={() => props.onRemove(annotation)}
          />
        </li>
      ))}
    </ul>
  </Modal>
)
