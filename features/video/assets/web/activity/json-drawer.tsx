import { Drawer } from '@playhead/ui/drawer.tsx'
import { CodeBlock } from '../code-block.tsx'
import { jsonOf, type Shown } from './json-of.ts'

interface JsonDrawerProps {
  title: string
  value: Shown
  onClose: () => void
}

export const JsonDrawer = ({ title, value, onClose }: JsonDrawerProps) => (
  <Drawer isOpen onClose={onClose} title={title}>
    <CodeBlock label="As the API tells it" code={jsonOf(value)} />
  </Drawer>
)
