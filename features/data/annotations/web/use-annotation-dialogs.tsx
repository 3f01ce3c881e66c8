import { type ReactNode, useState } from 'react'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import type { NotedMoment } from './use-annotations.ts'

const AnnotationDialog = lazyDialog('AnnotationDialog', () => import('./annotation-dialog.tsx'))
const AnnotationListDialog = lazyDialog(
  'AnnotationListDialog',
  () => import('./annotation-list-dialog.tsx'),
)
const RemoveAnnotationDialog = lazyDialog(
  'RemoveAnnotationDialog',
  () => import('./remove-annotation-dialog.tsx'),
)

interface Opened {
  kind: 'list' | 'write' | 'remove'
  ids: readonly string[]
  /** The note to edit or remove; without an id it is new. */
  one: Omit<NotedMoment, 'id'> & { id?: string }
}

const nothing: Opened['one'] = { time: 0, note: '', subPropertyId: null }

/** The dialogs for the notes of a chart; one is open at a time. */
export const useAnnotationDialogs = (
  known: readonly NotedMoment[],
): { add: (time: number) => void; show: (ids: readonly string[]) => void; dialogs: ReactNode } => {
  const [opened, setOpened] = useState<Opened & { isOpen: boolean }>({
    kind: 'write',
    ids: [],
    one: nothing,
    isOpen: false,
  })
  const { kind, ids, one, isOpen } = opened
  const open = (next: Partial<Opened>) => setOpened({ ...opened, ...next, isOpen: true })
  const close = () => setOpened((before) => ({ ...before, isOpen: false }))
  const listed = known.filter(({ id }) => ids.includes(id))
  const removed = one.id === undefined ? undefined : { ...one, id: one.id }

  return {
    add: (time) => open({ kind: 'write', one: { ...nothing, time } }),
    show: (chosen) => open({ kind: 'list', ids: chosen }),
    dialogs: (
      <>
        <AnnotationListDialog
          isOpen={isOpen && kind === 'list'}
          onClose={close}
          annotations={listed}
          onEdit={(annotation) => open({ kind: 'write', one: annotation })}
          onRemove={(annotation) => open({ kind: 'remove', one: annotation })}
        />
        <AnnotationDialog isOpen={isOpen && kind === 'write'} onClose={close} annotation={one} />
        {removed && (
          <RemoveAnnotationDialog
            isOpen={isOpen && kind === 'remove'}
            onClose={close}
            annotation={removed}
          />
        )}
      </>
    ),
  }
}
