/** How this node stands in its cluster; nothing where there is none. */
import { Badge, Panel } from "../parts/panel.tsx";
import { usePageServices } from "../session/page-services.ts";
import { figureOf, millisecondsOf } from "../text/measure.ts";

export function ClusterPanel() {
  const cluster = usePageServices().status?.cluster;
  if (!cluster) return null;
  const { node, role, epoch, leader, lagCommands, beatAgeMs } = cluster;
  const facts = [
    ["Node", node],
    ["Leader", leader === "" ? "nobody" : leader],
    ["Epoch", figureOf(epoch)],
    ["Behind by", `${figureOf(lagCommands)} commands`],
    ["Leader heard", `${millisecondsOf(beatAgeMs / 1_000)} ago`],
  ] as const;
  return (
    <Panel title="Cluster">
      <p class="row">
        <Badge kind={role === "leading" || role === "following" ? "good" : "warn"}>{role}</Badge>
      </p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
