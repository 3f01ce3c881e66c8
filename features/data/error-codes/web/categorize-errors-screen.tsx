import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useEnvironment, useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { ApplyingChanges } from './applying-changes.tsx'
import { ErrorCodesTable } from './error-codes-table.tsx'
import { useErrorCodes } from './use-error-codes.ts'

const EditErrorCodeDialog = lazyDialog(
  'EditErrorCodeDialog',
  () => import('./edit-error-code-dialog.tsx'),
)

const CategorizeErrors = ({ environmentName }: { environmentName: string | undefined }) => {
  const list = useErrorCodes()
  const isAdmin = useIsAdmin()
  const addition = useToggle()
  const where = environmentName ? ` in ${environmentName}` : ''
  return (
    <Stack gap={3}>
      <ApplyingChanges applying={list.data?.applying ?? []} />
      <Card
        isFlush
        title="Categorize errors"
        description={`How error codes count${where}. This overrides the player.${isAdmin ? '' : ' Administrators change it.'}`}
        isFailing={list.isLoadingError}
        actions={
          isAdmin && (
            <Button kind="primary" icon={<PlusIcon />} onClick={addition.open}>
              Add error code
            </Button>
          )
        }
      >
        <ErrorCodesTable list={list} canChange={isAdmin} />
      </Card>
      {addition.isOpen && (
        <EditErrorCodeDialog
          taken={list.data?.data.map(({ code }) => code)}
          onClose={addition.close}
        />
      )}
    </Stack>
  )
}

/** ACCT-080 */
export const Screen = () => {
  const environment = useEnvironment()
  return <CategorizeErrors key={environment?.id} environmentName={environment?.name} />
}
