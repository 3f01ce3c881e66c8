import { customDimensionIds } from '@playhead/metrics/dimensions.ts'
import { Button } from '@playhead/ui/button.tsx'
import { Card } from '@playhead/ui/card.tsx'
import { DataTable } from '@playhead/ui/data-table.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { useEnvironment, useIsAdmin } from '@playhead/web-kit/use-session.ts'
import { editColumns, readColumns } from './custom-dimension-columns.tsx'
import {
  type CustomDimensionEdits,
  useCustomDimensionEdits,
  useCustomDimensions,
} from './use-custom-dimensions.ts'

const countText = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

const SaveBar = ({ edits }: { edits: CustomDimensionEdits }) => (
  <div className="flex flex-wrap items-center justify-end gap-2">
    <output className="mr-auto text-sm text-ink-3">
      {edits.changedCount > 0 ? `${countText(edits.changedCount)} not saved` : 'All saved'}
    </output>
    {edits.changedCount > 0 && (
      <Button kind="ghost" onClick={edits.discard}>
        Discard
      </Button>
    )}
    <Button
      kind="primary"
      type="submit"
      isLoading={edits.isSaving}
      disabled={edits.changedCount === 0}
    >
      Save
    </Button>
  </div>
)

const CustomDimensions = ({ environmentName }: { environmentName: string | undefined }) => {
  const list = useCustomDimensions()
  const isAdmin = useIsAdmin()
  const edits = useCustomDimensionEdits(list.data?.data ?? [])
  const where = environmentName ? ` of ${environmentName}` : ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (edits.changedCount > 0 && !edits.isSaving) edits.save()
      }}
    >
      <Card
        isFlush
        title="Custom dimensions"
        description={`Names for what players${where} send of their own, and where lists show it.${isAdmin ? '' : ' Administrators change them.'}`}
        isFailing={list.isLoadingError}
        footer={isAdmin && list.data && <SaveBar edits={edits} />}
      >
        {edits.failure && (
          <div className="p-3">
            <FormMessage tone="error">{edits.failure}</FormMessage>
          </div>
        )}
        <DataTable
          label="Custom dimensions"
          columns={isAdmin ? editColumns(edits.change) : readColumns}
          rows={list.data && edits.rows}
          rowKey={({ id }) => id}
          skeletonRows={customDimensionIds.length}
          failure={
            list.isLoadingError
              ? { message: list.error.message, onRetry: () => void list.refetch() }
              : undefined
          }
        />
      </Card>
    </form>
  )
}

/** ACCT-079 */
export const Screen = () => {
  const environment = useEnvironment()
  return <CustomDimensions key={environment?.id} environmentName={environment?.name} />
}
