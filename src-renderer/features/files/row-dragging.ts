import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import { holdsFiles } from './dropped-files.ts';

/** Items of a folder that are being dragged. */
export interface DraggedItems {
  readonly libraryId: string;
  readonly folder: string;
  readonly names: readonly string[];
}

/** What is being dragged; not kept in the drag event, where another page could have put anything. */
export interface DragSlot {
  dragged: DraggedItems | null;
}

interface RowDragging {
  readonly slot: DragSlot;
  /** Null: the row cannot be dragged. */
  readonly take: () => DraggedItems | null;
  /** Null: nothing can be dropped on the row. */
  readonly target: () => DropTarget | null;
}

interface DropTarget {
  readonly drop: (items: DraggedItems, mode: 'copy' | 'move') => void;
  readonly dropFiles: (transfer: DataTransfer) => void;
  /** A dragged item has been held over it for a while. */
  readonly spring: () => void;
}

const TYPE = 'application/x-keepfold-items';
const SPRING_MS = 600;

/** Whether something is being dragged over a place that takes it. */
function isWelcome(slot: DragSlot, transfer: DataTransfer | null): transfer is DataTransfer {
  return (
    transfer !== null && ((transfer.types.includes(TYPE) && slot.dragged !== null) || holdsFiles(transfer))
  );
}

/** Lets a row be dragged onto folders, and lets things be dropped onto the row of a folder. Menus and keys do the same. */
export function rowDragging({ slot, take, target }: RowDragging): Attachment<HTMLElement> {
  return (row) => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const leave = () => {
      row.classList.remove('drop-target');
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
    const over = (event: DragEvent) => {
      const { dataTransfer } = event;
      const place = target();
      if (place === null || !isWelcome(slot, dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      dataTransfer.dropEffect = event.ctrlKey || holdsFiles(dataTransfer) ? 'copy' : 'move';
      row.classList.add('drop-target');
      // Asked again at that time, as the list may have scrolled under the pointer.
      timer ??= setTimeout(() => target()?.spring(), SPRING_MS);
    };
    const drop = (event: DragEvent) => {
      const { dataTransfer } = event;
      const place = target();
      leave();
      if (place === null || !isWelcome(slot, dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      if (holdsFiles(dataTransfer)) place.dropFiles(dataTransfer);
      else if (slot.dragged) place.drop(slot.dragged, event.ctrlKey ? 'copy' : 'move');
    };
    const start = (event: DragEvent) => {
      slot.dragged = take();
      const { dataTransfer } = event;
      if (slot.dragged === null || dataTransfer === null) {
        event.preventDefault();
        return;
      }
      dataTransfer.setData(TYPE, '');
      dataTransfer.effectAllowed = 'copyMove';
    };
    const stops = [
      on(row, 'dragstart', start),
      on(row, 'dragover', over),
      on(row, 'dragleave', leave),
      on(row, 'drop', drop),
    ];
    row.draggable = true;
    return () => {
      leave();
      for (const stop of stops) stop();
    };
  };
}

interface PlaceDropping extends Pick<DropTarget, 'drop' | 'dropFiles'> {
  readonly slot: DragSlot;
  readonly accepts: () => boolean;
}

/** Lets things be dropped on a place that is no row. */
export function dropPlace({ slot, accepts, drop, dropFiles }: PlaceDropping): Attachment<HTMLElement> {
  return (node) => {
    const leave = () => node.classList.remove('over');
    const over = (event: DragEvent) => {
      if (!accepts() || !isWelcome(slot, event.dataTransfer)) return;
      event.preventDefault();
      node.classList.add('over');
    };
    const dropped = (event: DragEvent) => {
      leave();
      const { dataTransfer } = event;
      if (!accepts() || !isWelcome(slot, dataTransfer)) return;
      event.preventDefault();
      if (holdsFiles(dataTransfer)) dropFiles(dataTransfer);
      else if (slot.dragged) drop(slot.dragged, event.ctrlKey ? 'copy' : 'move');
    };
    const stops = [on(node, 'dragover', over), on(node, 'dragleave', leave), on(node, 'drop', dropped)];
    return () => {
      for (const stop of stops) stop();
    };
  };
}
