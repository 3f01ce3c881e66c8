import type { ReactNode } from 'react'
import { QueriesProvider } from '@playhead/web-kit/queries/queries-provider.tsx'
import type { Frame } from '../routing/address.ts'
import { TabsFrame } from '../frame/tabs-frame.tsx'
import { BadEnvironment } from '../screens/bad-environment.tsx'
import { Shell } from './shell.tsx'

interface ShellFrameProps {
  frame: Frame
  isBadEnvironment?: boolean
  children: ReactNode
}

export const ShellFrame = ({ frame, isBadEnvironment = false, children }: ShellFrameProps) => {
  const content = isBadEnvironment ? <BadEnvironment /> : children
  const isTabbed = frame === 'settings' || frame === 'account' || frame === 'operator'
  return (
    <QueriesProvider>
      <Shell>
        {isTabbed && !isBadEnvironment ? <TabsFrame frame={frame}>{content}</TabsFrame> : content}
      </Shell>
    </QueriesProvider>
  )
}
