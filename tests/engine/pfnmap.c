// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/dc_test_pfn: its mapping is VM_PFNMAP, as a device's registers or a
 * frame buffer are.  Programs can read and write it, nobody can pin it.
 */
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>

#include "engine.h"

#define PFNMAP_ORDER 6

static unsigned long pfnmap_area;	/* zeroed pages, alive as the module */

static int pfnmap_mmap(struct file *file, struct vm_area_struct *vma)
{
	unsigned long len = vma->vm_end - vma->vm_start;

	if (vma->vm_pgoff || len > (PAGE_SIZE << PFNMAP_ORDER))
		return -EINVAL;
	if (!(vma->vm_flags & VM_SHARED))
		return -EINVAL;
	return remap_pfn_range(vma, vma->vm_start,
			       virt_to_phys((void *)pfnmap_area) >> PAGE_SHIFT,
			       len, vma->vm_page_prot);
}

static const struct file_operations pfnmap_fops = {
	.owner = THIS_MODULE,
	.mmap = pfnmap_mmap,
	.llseek = noop_llseek,
};

static struct miscdevice pfnmap_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "dc_test_pfn",
	.fops = &pfnmap_fops,
	.mode = 0600,
};

int dc_test_pfnmap_register(void)
{
	int rc;

	pfnmap_area = __get_free_pages(GFP_KERNEL | __GFP_ZERO, PFNMAP_ORDER);
	if (!pfnmap_area)
		return -ENOMEM;
	rc = misc_register(&pfnmap_device);
	if (rc)
		free_pages(pfnmap_area, PFNMAP_ORDER);
	return rc;
}

void dc_test_pfnmap_unregister(void)
{
	misc_deregister(&pfnmap_device);
	free_pages(pfnmap_area, PFNMAP_ORDER);
}
