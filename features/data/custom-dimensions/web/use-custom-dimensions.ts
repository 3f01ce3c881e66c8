import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { customDimensions } from '../contract.ts'

export const useCustomDimensions = () => useQuery(query(customDimensions.list, {}, { quiet: true }))

export type CustomDimensionRow = NonNullable<
  ReturnType<typeof useCustomDimensions>['data']
>['data'][number]

type Change = Partial<Pick<CustomDimensionRow, 'displayName' | 'category'>>

const isSame = (one: CustomDimensionRow, other: CustomDimensionRow) =>
  (one.displayName ?? '').trim() === (other.displayName ?? '').trim() &&
  one.category === other.category

/** Edits are overlaid on the saved values until they are saved or discarded; only differences are sent. */
export const useCustomDimensionEdits = (rows: readonly CustomDimensionRow[]) => {
  const [changes, setChanges] = useState<Partial<Record<CustomDimensionRow['id'], Change>>>({})
  const saving = useCall(customDimensions.save, {
    invalidates: [
      customDimensions.list,
      dimensionQuestions.describe,
      dimensionQuestions.describeBasic,
    ],
    quiet: true,
    onSuccess: () => {
      setChanges({})
      toasts.show({ type: 'success', title: 'Custom dimensions saved' })
    },
  })
  const change = useCallback(
    (id: CustomDimensionRow['id'], made: Change) =>
      setChanges((before) => ({ ...before, [id]: { ...before[id], ...made } })),
    [],
  )
  const edited = rows.map((row) => ({ ...row, ...changes[row.id] }))
  const changed = edited.filter((row, index) => !isSame(row, rows[index]!))
  return {
    rows: edited,
    changedCount: changed.length,
    isSaving: saving.isPending,
    failure: saving.error?.message,
    change,
    discard: () => {
      setChanges({})
      saving.reset()
    },
    save: () =>
      saving.mutate({
        body: {
          customDimensions: changed.map(({ id, displayName, category }) => ({
            id,
            displayName: displayName?.trim() || null,
            category,
          })),
        },
      }),
  }
}

export type CustomDimensionEdits = ReturnType<typeof useCustomDimensionEdits>
