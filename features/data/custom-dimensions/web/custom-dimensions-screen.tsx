import { customDimensionIds } from '@playhead/metrics/dimensions.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { useEnvironment, useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { editColumns, readColumns } from './custom-dimension-columns.tsx'
import {
  type CustomDimensionEdits,
  useCustomDimensionEdits,
  useCustomDimensions,
} from './use-custom-dimensions.ts'

const countText = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** Stays visible wherever on the page the change was made. */
const SaveBar = ({ edits }: { edits: CustomDimensionEdits }) => (
  <div className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center justify-end gap-2 rounded-lg border border-line bg-raised p-3 shadow-raised">
    <output className="mr-auto text-sm text-ink-2">
      {countText(edits.changedCount)} not saved
    </output>
    <Button kind="ghost" onClick={edits.discard}>
      Discard
    </Button>
    <Button kind="primary" type="submit" isLoading={edits.isSaving}>
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
        description={`What the custom fields sent by the players${where} are called, and among which dimensions they are listed.${isAdmin ? '' : ' Administrators change it.'}`}
        isFailing={list.isLoadingError}
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
      {edits.changedCount > 0 && <SaveBar edits={edits} />}
    </form>
  )
}

/** ACCT-079 */
export const Screen = () => {
  const environment = useEnvironment()
  return <CustomDimensions key={environment?.id} environmentName={environment?.name} />
}
