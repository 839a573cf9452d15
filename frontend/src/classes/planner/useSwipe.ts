import { type TouchEvent, useRef } from "react";

const MIN_PIXELS = 50;

/** Touch handlers that call `move` with 1 for a swipe to the left, and with -1 for one to the right. */
export function useSwipe(move: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) >= MIN_PIXELS && Math.abs(x) > 2 * Math.abs(y)) move(x < 0 ? 1 : -1);
    },
  };
}
