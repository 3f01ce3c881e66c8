import { formatNumber } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import type { BreakdownDrawerProps } from './breakdown-drawer.tsx'

const BreakdownDrawer = lazyDialog('BreakdownDrawer', () => import('./breakdown-drawer.tsx'))

interface AllValuesButtonProps extends Pick<
  BreakdownDrawerProps,
  'metric' | 'dimension' | 'title'
> {
  count: number
}

export const AllValuesButton = ({ count, ...of }: AllValuesButtonProps) => {
  const drawer = useToggle()
  return (
    <>
      <Button
        kind="ghost"
        size="sm"
        className="-mr-[9px]"
        aria-haspopup="dialog"
        aria-label={`All ${formatNumber(count)} of ${of.title}`}
        onClick={drawer.open}
      >
        All {formatNumber(count)}
      </Button>
      <BreakdownDrawer {...of} isOpen={drawer.isOpen} onClose={drawer.close} />
    </>
  )
}
