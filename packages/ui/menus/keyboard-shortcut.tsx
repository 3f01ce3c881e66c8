export const KeyboardShortcut = ({ keys }: { keys: readonly string[] }) => {
  return (
    <span className="ph-keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
