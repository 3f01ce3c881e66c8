/** `monitoring:{environment_id}` parses `monitoring:4f…` into `{ environment_id: '4f…' }`. */
export const topicPattern = (pattern: string) => {
  const names: string[] = []
  const source = pattern
    .split(/(\{[a-z_]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      names.push(part.slice(1, -1))
      return String.raw`([^:\s]+)`
    })
    .join('')
  const shape = new RegExp(`^${source}$`)
  return (topic: string): Record<string, string> | undefined => {
    const found = shape.exec(topic)
    return found
      ? Object.fromEntries(names.map((name, index) => [name, found[index + 1]!]))
      : undefined
  }
}
