import { Suspense } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { getStarted, type GetStartedProps } from './get-started-slot.ts'

const Parts = (props: GetStartedProps) =>
  useSlot(getStarted).map(({ order, Part }) => <Part key={order} {...props} />)

/** For screens of an environment that no player has reported to. METR-003 */
export const GetStartedButton = ({ isQuiet = false }: { isQuiet?: boolean }) => {
  const dialog = useToggle()
  return (
    <>
      <Button kind={isQuiet ? undefined : 'primary'} onClick={dialog.open}>
        Get started with Data
      </Button>
      {dialog.isOpen && (
        <Suspense fallback={null}>
          <Parts isOpen onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
