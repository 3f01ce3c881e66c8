import type { CSSProperties, ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

interface OverlayProps {
  isOpen: boolean
  onClose: () => void
  isDismissable?: boolean
  frame: 'modal' | 'drawer' | 'full-screen' | 'tall'
  side?: 'left' | 'right'
  isWholeOnPhones?: boolean
  style?: CSSProperties
  children: ReactNode
}

const frameClass = {
  modal: 'ph-scrim ph-modal-frame',
  drawer: 'ph-scrim ph-drawer-frame',
  'full-screen': 'ph-scrim',
  tall: 'ph-scrim ph-tall-frame',
}

const contentClass = {
  modal: 'ph-modal',
  drawer: 'ph-drawer',
  'full-screen': 'ph-full-screen',
  tall: 'ph-tall',
}

export const Overlay = ({ isDismissable = true, frame, side, ...props }: OverlayProps) => {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose()
      }}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={frameClass[frame]}
      data-side={side}
    >
      <Modal
        className={contentClass[frame]}
        style={props.style}
        data-side={side}
        data-whole={props.isWholeOnPhones || undefined}
      >
        {props.children}
      </Modal>
    </ModalOverlay>
  )
}
