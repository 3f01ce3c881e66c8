import { Button } from '@playhead/ui/buttons/button.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { usePay } from './use-pay.ts'

interface PayButtonProps {
  id: string
  number: number
  /** Where it stands alone: it says what it pays, and is the main button of its place. */
  isNamed?: boolean
}

/** BILL-030 */
export const PayButton = ({ id, number, isNamed = false }: PayButtonProps) => {
  const { isOpening, pay } = usePay(id)
  const name = `invoice ${number}`
  return (
    <Button
      kind={isNamed ? 'primary' : 'secondary'}
      isLoading={isOpening}
      onClick={() => void pay()}
    >
      Pay{isNamed ? ` ${name}` : <VisuallyHidden> {name}</VisuallyHidden>}
    </Button>
  )
}
