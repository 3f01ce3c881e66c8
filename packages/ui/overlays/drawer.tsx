import { DialogFrame } from './dialog-frame.tsx'
import type { DialogProps } from './dialog-frame.tsx'
import { drawerWidth } from './overlay-sizes.ts'
import { Overlay } from './overlay.tsx'

interface DrawerProps extends DialogProps {
  side?: 'left' | 'right'
  width?: number
}

export const Drawer = ({ side = 'right', width = drawerWidth, ...props }: DrawerProps) => {
  return (
    <Overlay
      frame="drawer"
      side={side}
      isOpen={props.isOpen}
      onClose={props.onClose}
      isDismissable={props.isDismissable}
      style={{ width }}
    >
      <DialogFrame {...props} />
    </Overlay>
  )
}
