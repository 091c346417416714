/** Whether somebody listens at a port of loopback: what is sent to a port where nobody does is certainly not done. */
import { connect } from "node:net";

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const answer = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}
