/** The first cycle in a graph given as Map(node → Set(nodes)), as a list of nodes, or undefined. */
export const findCycle = (graph) => {
  const done = new Set()
  const walk = (node, trail) => {
    const at = trail.indexOf(node)
    if (at >= 0) return [...trail.slice(at), node]
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...trail, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return undefined
}
